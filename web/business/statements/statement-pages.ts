/** The pages of statements, which share most of their parts and are loaded together. */
export { StatementPage } from './statement-page.tsx'
export { StatementsPage } from './statements-page.tsx'
