import type { Plugin } from 'vite'

/**
 * Removes Radix's scroll lock: it inserts a style element, which the content security policy refuses. Dialogs lock
 * scrolling themselves, and menus do not lock it.
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

/** Lazy parts of the portal need no further files. */
const IMPORT_ALONE = 'export const __vitePreload = (load) => load()'

/** Preloads the further files of a lazy part, and waits for its style sheet. */
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

/** Replaces Vite's helper for dynamic imports by a smaller one for each app, because every page waits for it. */
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

/** An icon without lucide's context, sizes and colors by property, and names of former icons: style sheets set those. */
const PLAIN_ICON = `import { createElement } from 'react'
export default ({ name, node }) => ({ className, children, ...rest }) => createElement(
  'svg',
  {
    xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none',
    stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round',
    'aria-hidden': children || rest.role || rest['aria-label'] || rest['aria-labelledby'] || rest.title ? undefined : true,
    ...rest,
    className: 'lucide lucide-' + name + (className ? ' ' + className : ''),
  },
  ...node.map(([tag, attributes]) => createElement(tag, attributes)),
  children,
)`

/** Replaces lucide's base of all icons by a smaller one: every page waits for it. */
export function smallIcons(): Plugin {
  const standIn = '\0plain-icon'
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('lucide-react') ? standIn : null,
    load: (id) => (id === standIn ? PLAIN_ICON : null),
  }
}
