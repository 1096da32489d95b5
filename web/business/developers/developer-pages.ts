/** The room's pages in one file: they share most of their parts, and no list waits for those. */
export { DevelopersPage } from './developers-page.tsx'
export { EndpointPage } from './endpoint-page.tsx'
