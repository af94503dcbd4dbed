"""One small file per garment; each has a make(g) that cuts and sews it."""
