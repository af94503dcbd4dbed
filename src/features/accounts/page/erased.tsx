import { useEffect, useRef } from 'react'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'

/** The page after the account was deleted. */
export function Erased() {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p ref={words} tabIndex={-1} className="measure mt-9 text-lead leading-[1.4] outline-none">
        Your account has been erased, and nothing of it is left in this browser. Thank you for shopping with us. You’re
        always welcome back, and you don’t need an account to order.
      </p>
      <p className="mt-9">
        <Link to="/" className={buttonLook('line')}>
          Return Home
        </Link>
      </p>
    </>
  )
}
