import type { Plugin } from 'vite'

/**
 * Leaves out Radix's scroll lock: it writes a style element into the page, which our content security policy refuses. Our dialogs
 * hold the page themselves, and our menus let it scroll.
 */
export function withoutScrollLock(): Plugin {
  const standIn = '\0without-scroll-lock'
  return {
    name: 'without-scroll-lock',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'react-remove-scroll' ? standIn : null),
    load: (id) => (id === standIn ? 'export const RemoveScroll = ({ children }) => children' : null),
  }
}

/** The portal's parts need no other file than the first one, which is there. */
const IMPORT_ALONE = 'export const __vitePreload = (load) => load()'

/** Fetches the files that a part needs beside it, and waits for its style sheet. */
const IMPORT_WITH_FILES = `const fetchFile = (file) => {
  const link = document.createElement('link')
  const isStyle = /css$/.test(file)
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = '/' + file
  document.head.append(link)
  return isStyle && new Promise((done) => (link.onload = link.onerror = done))
}
export const __vitePreload = (load, files) => Promise.all((files || []).map(fetchFile)).then(load)`

/** Replaces Vite's helper for dynamic imports by what each app needs of it: every page waits for this code. */
export function smallDynamicImports(): Plugin {
  return {
    name: 'small-dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      return this.environment.name === 'portal' ? IMPORT_ALONE : IMPORT_WITH_FILES
    },
  }
}
