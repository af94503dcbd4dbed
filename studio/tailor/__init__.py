"""Cutting, sewing and draping: everything that happens before the camera."""
