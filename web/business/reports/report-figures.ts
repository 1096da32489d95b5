import type { SharedReport } from './shared-report.ts'

export type ReportFigures = SharedReport['currencies'][number]
