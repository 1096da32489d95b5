/** File formats in which lists are exported: comma-separated values, or an Excel workbook. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
