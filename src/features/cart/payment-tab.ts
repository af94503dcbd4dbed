export type PaymentTab = { go(url: string): void; close(): void }

/**
 * Opens the tab for the payment page while the click still counts; the address follows when it is known. Where the
 * browser opens none, or it was closed meanwhile, this tab goes to the payment page instead. Browser only.
 */
export function openPaymentTab(): PaymentTab {
  // Not with 'noopener': that gives no handle to send the tab on. The payment page must not reach back, though.
  const tab = window.open('about:blank', '_blank')
  if (tab) {
    tab.opener = null
    showWaiting(tab.document)
  }
  return {
    go(url) {
      if (tab && !tab.closed) tab.location.replace(url)
      else window.location.assign(url)
    },
    close() {
      tab?.close()
    },
  }
}

function showWaiting(page: Document): void {
  page.title = 'Opening the payment page…'
  page.body.textContent = page.title
  page.body.style.cssText =
    'margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f7f2e8,#1d1815);color:light-dark(#2a2320,#f1e9dc);color-scheme:light dark;font:1.25rem Georgia,serif'
}
