import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { EarlyScript } from '#ui/early-script.tsx'

/*
 * Scrolls before hydration. It may not throw where the browser refuses its storage, and it imports nothing, since the
 * page's own script is not loaded yet. src/app/inline-scripts.ts lists it for the content security policy.
 */
export const scrollEarly = import.meta.env.SSR
  ? `try{if(!history.state?.key)history.replaceState({key:Math.random().toString(32).slice(2)},'')
let y=JSON.parse(sessionStorage.getItem('react-router-scroll-positions'))?.[history.state.key];if(y)scrollTo(0,y)}catch{}`
  : ''

/**
 * Restores the scroll position on Back and on a reload. React Router's `ScrollRestoration` does the same, but its own
 * inline script throws where cookies are blocked.
 */
export function ScrollMemory() {
  useScrollRestoration()
  return <EarlyScript>{scrollEarly}</EarlyScript>
}
