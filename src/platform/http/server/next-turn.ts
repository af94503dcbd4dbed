/** libuv accepts one connection in each turn of the event loop, so a burst of visitors needs many turns to come in. */
const turnsBetween = 8

let last: Promise<void> = Promise.resolve()

/**
 * Resolves in a turn of the event loop of the caller's own, eight turns after the previous caller's. Work that takes
 * milliseconds waits for it, so that the program accepts connections and answers from memory in between.
 */
export function nextTurn(): Promise<void> {
  const mine = last.then(turn)
  last = mine.then(async () => {
    for (let passed = 0; passed < turnsBetween; passed += 1) await turn()
  })
  return mine
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
