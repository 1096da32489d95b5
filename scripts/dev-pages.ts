import type { Plugin } from 'vite'

const PORTAL_ANYWHERE =
  /^\/(pay-invoice|sandbox-approve|confirm-payment-plan|customer-portal-site(-[a-z-]+)?)\/?$/
const FILES = /^\/(@|node_modules\/|assets\/)|\.[a-z0-9]+$/i

/** Makes Vite's development server choose pages as the product does: the portal on subdomains, otherwise the business app. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/'
        const host = (request.headers.host ?? '').replace(/:\d+$/, '')
        const isPage =
          request.method === 'GET' &&
          !FILES.test(path) &&
          !path.startsWith('/api/') &&
          !path.startsWith('/dev/')
        if (isPage)
          request.url =
            host.endsWith('.localhost') || PORTAL_ANYWHERE.test(path) ? '/portal.html' : '/business.html'
        next()
      })
    },
  }
}
