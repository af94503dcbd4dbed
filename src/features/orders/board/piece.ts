/** The work on a piece, in its order. A piece that is to be cut has no row in `private.pieces`. */
export const pieceStates = [
  { id: 'to_cut', name: 'To cut' },
  { id: 'cut', name: 'Cut' },
  { id: 'sewn', name: 'Sewn' },
  { id: 'packed', name: 'Packed' },
] as const
export type PieceState = (typeof pieceStates)[number]['id']

export function nameOfState(state: PieceState): string {
  return pieceStates.find(({ id }) => id === state)?.name ?? state
}

/** The states beside one: what a press and its undo lead to. Fabric samples are not sewn. */
export function nextState({ state, isSamples }: { state: PieceState; isSamples: boolean }): PieceState | null {
  if (isSamples) return state === 'packed' ? null : 'packed'
  return stateAt(indexOf(state) + 1)
}

export function stateBefore({ state, isSamples }: { state: PieceState; isSamples: boolean }): PieceState | null {
  if (isSamples) return state === 'to_cut' ? null : 'to_cut'
  return stateAt(indexOf(state) - 1)
}

function indexOf(state: PieceState): number {
  return pieceStates.findIndex(({ id }) => id === state)
}

function stateAt(index: number): PieceState | null {
  return pieceStates[index]?.id ?? null
}
