const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!)

/** Embeds data for a script of the page in a block that is never executed. */
export const dataBlock = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`

/** Prevents browsers from requesting an icon, which the page's policy refuses. */
export const NO_ICON = '<link rel="icon" href="data:,">'
