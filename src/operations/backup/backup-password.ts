/** The least characters of BACKUP_KEY, and of the password of a downloaded backup. */
export const minBackupPassword = 12
