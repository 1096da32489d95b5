/** The room's pages in one file: they share most of their parts. */
export { LateFeesPage } from './lists/late-fees-page.tsx'
export { RehearsalPage } from './rehearsal/rehearsal-page.tsx'
export { RulePage } from './rules/rule-page.tsx'
export { RulesPage } from './rules/rules-page.tsx'
