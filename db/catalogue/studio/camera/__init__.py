"""The set: fabrics, light, paper, camera (inside Blender) and the darkroom (develop)."""
