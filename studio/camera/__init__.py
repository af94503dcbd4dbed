"""The set: fabrics, light, paper, camera and the darkroom (develop)."""
