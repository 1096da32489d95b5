/** The pages of reports in one file: they share most of their parts, and no other page draws charts. */
export { BehindPage } from './pages/behind-page.tsx'
export { ReportPage } from './pages/report-page.tsx'
export { ReportsPage } from './pages/reports-page.tsx'
