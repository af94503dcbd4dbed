"""Colours (linear) of the wood and the metal in the scenes: each as it looks right in its own light."""
OAK = .42, .275, .150                                    # the rail
HANGERS, REELS = (.50, .335, .19), (.46, .30, .165)      # beech
WIRE, PINS = (.60, .60, .61), (.56, .55, .53)                # steel: hooks of hangers, pins
