/** The room's pages in one file: they share most of their parts, and no list waits for those. */
export { FlowPage } from './editor/flow-page.tsx'
export { FlowsPage } from './flows/flows-page.tsx'
export { RemindersPage } from './overview/reminders-page.tsx'
export { RehearsalPage } from './rehearsal/rehearsal-page.tsx'
export { TemplatesPage } from './templates/templates-page.tsx'
