/** Our colours and type, as Stripe's frame takes them. */
export function colorsOf(element: HTMLElement): Record<string, string> {
  const probe = document.createElement('span')
  // Where motion is reduced, transitions are very short instead of none, and a color read at once is the one before.
  probe.style.setProperty('transition', 'none', 'important')
  element.append(probe)
  // A token may differ between light and dark, so only a computed color is a plain one.
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    colorPrimary: read('brand'),
    colorBackground: read('surface'),
    colorText: read('ink'),
    colorTextSecondary: read('ink-2'),
    colorDanger: read('overdue'),
    fontFamily: getComputedStyle(element).fontFamily,
    fontSizeBase: '16px',
    borderRadius: '8px',
  }
  probe.remove()
  return colors
}
