"""Pictures that are not of one garment; each has SIZE (pixels) and build(scene)."""
