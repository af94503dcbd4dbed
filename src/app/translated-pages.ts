/*
 * A program of its own, written into every page (`?script`), which runs before the page's own script.
 *
 * A browser that translates a page puts a `<font>` in the place of each text. React keeps the text that is gone: a
 * change of it is not seen, and its removal fails. So a text that React changes goes back to its place, where the browser
 * translates it again, and what React removes or inserts before a text happens at the `<font>`.
 */

const standIns = new WeakMap<Node, ChildNode>()
const { insertBefore, removeChild } = Node.prototype

/** What is in the place of a text among the children of `parent`. */
function inPlaceOf(node: Node, parent: Node): Node | null {
  let found: Node | null = (!node.parentNode && standIns.get(node)) || node
  while (found && found.parentNode !== parent) found = found.parentNode
  return found
}

const observer = new MutationObserver((records) => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const standIn = standIns.get(target)
    if (type === 'characterData' && standIn) standIn.replaceWith(target)
    for (const text of removedNodes) {
      const font = [addedNodes[0], previousSibling, nextSibling].find((each) => each?.nodeName === 'FONT')
      if (text.nodeType !== Node.TEXT_NODE || !font) continue
      standIns.set(text, font as ChildNode)
      observer.observe(text, { characterData: true })
    }
  }
})
observer.observe(document, { childList: true, subtree: true })

Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  const found = child.nodeType === Node.TEXT_NODE ? inPlaceOf(child, this) : child
  if (found) removeChild.call(this, found)
  return child
}
Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
  const found = before?.nodeType === Node.TEXT_NODE ? inPlaceOf(before, this) : before
  insertBefore.call(this, node, found)
  return node
}

/** Its text is imported, and nothing of it. */
export {}
