/**
 * Paper is light whatever the screen is, and browsers print a page's address at its edge: the link's secret steps out of
 * it for that long. Returns how to stop.
 */
export function showForPaper(): () => void {
  const { documentElement } = document
  let back: { readonly theme: string | undefined; readonly address: string } | null = null
  const before = () => {
    back ??= { theme: documentElement.dataset.theme, address: window.location.href }
    documentElement.dataset.theme = 'light'
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  const after = () => {
    if (back === null) return
    documentElement.dataset.theme = back.theme ?? 'system'
    window.history.replaceState(window.history.state, '', back.address)
    back = null
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    after()
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
