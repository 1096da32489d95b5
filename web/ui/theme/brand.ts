/** Sets a company's colors on the whole page, as custom properties that the server has made readable. */
export function applyBrand(colors: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(colors)) document.documentElement.style.setProperty(name, value)
}
