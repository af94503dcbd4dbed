import { z } from 'zod'

/** How many days a payment link lives, and how many where the owner chooses nothing else. */
export const linkDayChoices = [1, 3, 7, 14] as const
export const usualLinkDays = 3

export const LinkDays = z.int().refine((days) => linkDayChoices.some((each) => each === days), 'Please choose a time')
