import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { appOf } from './environments.ts'

const webRoot = resolve(import.meta.dirname, '..', '..', 'web')

/** Stops the build when an app uses a part of the design system whose classes its style sheet leaves out. */
export function leftOutStyles(): Plugin {
  return {
    name: 'left-out-styles',
    apply: 'build',
    async generateBundle() {
      const app = appOf(this.environment.name)
      const sheet = await readFile(resolve(webRoot, app, `${app}.css`), 'utf8')
      for (const [, part = ''] of sheet.matchAll(/@source not "\.\.\/ui\/([\w/-]+\.tsx)"/g)) {
        if (this.getModuleInfo(resolve(webRoot, 'ui', part))) {
          this.error(`This app uses web/ui/${part}: take its "@source not" out of web/${app}/${app}.css.`)
        }
      }
    },
  }
}

/**
 * Lets a browser paint the pay link's first look, which the server writes into the portal's page with a style of its own,
 * before the style sheet has come: only what follows a link waits for it. In that style, what the sheet says too stands
 * in a layer below all of the sheet's; the fallback font has Inter's measures. So nothing moves when the sheet arrives.
 */
export function styleAfterFirstLook(): Plugin {
  const [sheet, app] = [/\s*<link rel="stylesheet"[^>]*>/, '<div id="app"></div>']
  return {
    name: 'style-after-first-look',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename }) {
        if (!/portal(\.[\w-]+)?\.html$/.test(filename)) return html
        const link = sheet.exec(html)?.[0]
        if (link === undefined || !html.includes(app)) this.error('The portal has no style sheet, or no app.')
        return html.replace(link, '').replace(app, `${app}${link}`)
      },
    },
  }
}
