import type { Sheet, TagInPieces } from './sheet.ts'
import { COLORS, STYLES, type TextStyle } from './text-styles.ts'

export interface Column {
  readonly label: string
  readonly align: 'left' | 'right'
  /** Wider cells are wrapped. */
  readonly maxWidth?: number
}

export interface Row {
  readonly main: string
  /** Second text, drawn below in a lighter style. */
  readonly detail: string
  /** One for each column. */
  readonly cells: readonly string[]
}

export interface ItemTable {
  readonly mainLabel: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Height of the part after the table. The last row stays on one page with it. */
  readonly followedBy: number
}

interface Placed extends Column {
  readonly left: number
  readonly right: number
  readonly width: number
}

interface Layout {
  readonly table: ItemTable
  readonly columns: readonly Placed[]
  readonly mainWidth: number
  readonly cellStyle: TextStyle
}

type StyledLine = readonly [text: string, style: TextStyle]

const GAP = 16
const PADDING = 5.5
const HEAD_HEIGHT = STYLES.columnHead.lineHeight + 6
const SMALL_CELL: TextStyle = { ...STYLES.cell, size: 8 }
/** Descriptions narrower than this are hard to read, so the figures are drawn smaller. */
const GOOD_MAIN_WIDTH = 150
const MIN_MAIN_WIDTH = 60
/** Height that a page must have left for a tall row to begin on it. */
const MIN_START = 60

/** Draws a table on as many pages as it needs, with the heading repeated on each. */
export function drawItemTable(sheet: Sheet, table: ItemTable): void {
  const layout = layOutColumns(sheet, table)
  sheet.breakPageUnlessFits(HEAD_HEIGHT + 40)
  sheet.group('Table', () => {
    sheet.group('TR', () => drawHead(sheet, layout, true))
    for (const [index, row] of table.rows.entries())
      drawRow(sheet, layout, row, index === table.rows.length - 1)
  })
}

function layOutColumns(sheet: Sheet, table: ItemTable): Layout {
  const usual = placeColumns(sheet, table, STYLES.cell)
  return usual.mainWidth >= GOOD_MAIN_WIDTH ? usual : placeColumns(sheet, table, SMALL_CELL)
}

function placeColumns(sheet: Sheet, table: ItemTable, cellStyle: TextStyle): Layout {
  let right = sheet.right
  const columns: Placed[] = []
  for (const [index, column] of [...table.columns.entries()].reverse()) {
    const head = sheet.measure(column.label, STYLES.columnHead)
    const widest = Math.max(head, ...table.rows.map((row) => sheet.measure(row.cells[index]!, cellStyle)))
    const width = Math.min(column.maxWidth ?? Number.POSITIVE_INFINITY, widest)
    columns.unshift({ ...column, width, right, left: right - width })
    right -= width + GAP
  }
  return { table, columns, mainWidth: Math.max(MIN_MAIN_WIDTH, right - sheet.left), cellStyle }
}

function drawHead(sheet: Sheet, { table, columns }: Layout, isFirst: boolean): void {
  const y = sheet.y
  const heads = [
    () => sheet.text(sheet.left, y, table.mainLabel, STYLES.columnHead),
    ...columns.map((column) => () => drawIn(sheet, column, y, column.label, STYLES.columnHead)),
  ]
  if (isFirst) for (const draw of heads) sheet.tag('TH', draw, { scope: 'Column' })
  else sheet.artifact(() => heads.forEach((draw) => void draw()))
  sheet.y += HEAD_HEIGHT
  sheet.rule(sheet.left, sheet.right, sheet.y, COLORS.lineStrong)
}

function drawIn(sheet: Sheet, column: Placed, y: number, text: string, style: TextStyle): void {
  sheet.text(column.align === 'right' ? column.right : column.left, y, text, style, column.align)
}

function drawRow(sheet: Sheet, layout: Layout, row: Row, isLast: boolean): void {
  const { columns, mainWidth, cellStyle } = layout
  const main: StyledLine[] = [
    ...sheet.wrap(row.main, STYLES.item, mainWidth).map((line): StyledLine => [line, STYLES.item]),
    ...sheet.wrap(row.detail, STYLES.detail, mainWidth).map((line): StyledLine => [line, STYLES.detail]),
  ]
  const cells = columns.map((column, index) => sheet.wrap(row.cells[index]!, cellStyle, column.width + 0.1))
  const cellsHeight = Math.max(...cells.map((lines) => lines.length)) * cellStyle.lineHeight
  const height = Math.max(heightOf(main), cellsHeight) + 2 * PADDING
  makeRoom(sheet, layout, height, isLast)
  const y = sheet.y + PADDING
  sheet.group('TR', () => {
    const mainCell = sheet.startTag('TD')
    const rest = drawLines(sheet, mainCell, main, y)
    for (const [index, column] of columns.entries())
      sheet.tag('TD', () => {
        for (const [line, text] of cells[index]!.entries())
          drawIn(sheet, column, y + line * cellStyle.lineHeight, text, cellStyle)
      })
    drawRest(sheet, layout, mainCell, rest)
    mainCell.end()
  })
  sheet.y = Math.max(sheet.y, rowBottom(y, cellsHeight, sheet)) + PADDING
  sheet.rule(sheet.left, sheet.right, sheet.y)
}

const heightOf = (lines: readonly StyledLine[]) => lines.reduce((sum, [, style]) => sum + style.lineHeight, 0)

/** The cells can be taller than the description, unless a page break has left them on the previous page. */
const rowBottom = (y: number, cellsHeight: number, sheet: Sheet) => (sheet.y >= y ? y + cellsHeight : 0)

/**
 * Begins a new page unless the row fits on this one; the last row must fit with the part after the table. A tall row
 * starts here and continues on the next page, because moving it would leave half a page empty.
 */
function makeRoom(sheet: Sheet, layout: Layout, height: number, isLast: boolean): void {
  const isTall = height > (sheet.bottom - sheet.top) / 3
  const needed = isTall ? MIN_START : height + (isLast ? layout.table.followedBy : 0)
  if (sheet.fits(needed)) return
  sheet.breakPage()
  drawHead(sheet, layout, false)
}

/** Draws the lines that fit on the page and returns the others. */
function drawLines(
  sheet: Sheet,
  cell: TagInPieces,
  lines: readonly StyledLine[],
  startY: number,
): readonly StyledLine[] {
  let y = startY
  let drawn = 0
  cell.piece(() => {
    for (const [text, style] of lines) {
      if (drawn > 0 && y + style.lineHeight > sheet.bottom) break
      sheet.text(sheet.left, y, text, style)
      y += style.lineHeight
      drawn++
    }
  })
  sheet.y = y
  return lines.slice(drawn)
}

function drawRest(sheet: Sheet, layout: Layout, cell: TagInPieces, lines: readonly StyledLine[]): void {
  let rest = lines
  while (rest.length > 0) {
    sheet.breakPage()
    drawHead(sheet, layout, false)
    rest = drawLines(sheet, cell, rest, sheet.y + PADDING)
  }
}
