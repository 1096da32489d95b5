import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type Column<Row> = {
  /** Also the sort key sent to the server, unless `sortKey` is set. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** 'end' for figures: right-aligned, with digits of equal width. */
  align?: 'start' | 'end' | undefined
  /**
   * Unit shared by all rows: 'USD'. Shown once after the heading; on cards, which have no headings, after the
   * figure.
   */
  unit?: string | undefined
  /**
   * Width in rem. A width on any column fixes the layout, so columns keep their positions whatever the rows
   * hold; columns without a width share the rest. A column of figures grows when a figure needs more.
   */
  width?: number | undefined
  /**
   * The cell's full text: the tooltip of truncated text, and the length that a column of figures must hold.
   */
  text?: ((row: Row) => string) | undefined
  sortable?: boolean | undefined
  sortKey?: string | undefined
  /** The column that names the row; its text opens the row. One for each table, usually the first. */
  rowHeader?: boolean | undefined
  /** Hidden when the table is narrower: md 640, lg 760, xl 900, 2xl 1100 px. */
  hideBelow?: 'md' | 'lg' | 'xl' | '2xl' | undefined
  /**
   * Position on the card that a row becomes below 640 px: title and value on the first line, detail and aside
   * on the second, state and action on the third, foot on lines of its own. Default 'foot'.
   */
  card?: 'title' | 'value' | 'detail' | 'aside' | 'state' | 'action' | 'foot' | 'hidden' | undefined
  /** Not shown until a person chooses it. */
  optional?: true | undefined
  /** Hides the heading's text visually, for a column of buttons. */
  headerHidden?: boolean | undefined
  className?: string | undefined
}

/** True for columns of text that is truncated with an ellipsis. */
export const isCut = <Row>(column: Column<Row>): boolean =>
  column.text !== undefined && column.align !== 'end'

const HIDE = {
  md: '@max-md:hidden',
  lg: '@max-lg:hidden',
  xl: '@max-xl:hidden',
  '2xl': '@max-2xl:hidden',
} as const

// Columns hidden by width show again on the card, so hiding ends where cards begin.
const HIDE_TO_CARD = {
  md: '',
  lg: '@max-lg:@min-md:hidden',
  xl: '@max-xl:@min-md:hidden',
  '2xl': '@max-2xl:@min-md:hidden',
} as const

const CARD = {
  title:
    '@max-md:col-start-2 @max-md:row-start-1 @max-md:font-semibold @max-md:whitespace-normal @max-md:wrap-anywhere',
  value: '@max-md:col-start-3 @max-md:row-start-1 @max-md:ms-3 @max-md:text-end @max-md:font-semibold',
  detail: '@max-md:col-start-2 @max-md:row-start-2',
  aside:
    '@max-md:col-start-3 @max-md:row-start-2 @max-md:ms-3 @max-md:text-end @max-md:font-normal @max-md:text-ink-3',
  state: '@max-md:col-start-2 @max-md:row-start-3',
  action: '@max-md:col-start-3 @max-md:row-start-3 @max-md:justify-self-end',
  foot: '@max-md:col-start-2 @max-md:col-span-2',
  hidden: '@max-md:hidden',
} as const

/** Extra space where a column of figures precedes a column of text. */
const apart = <Row>(column: Column<Row>, before: Column<Row> | undefined): string | false =>
  before?.align === 'end' && column.align !== 'end' && '@min-md:ps-8'

/** Classes of a heading. `before` is the column to its left. */
export const headClass = <Row>(column: Column<Row>, before: Column<Row> | undefined): string =>
  cx(
    column.align === 'end' ? 'text-end' : 'text-start',
    apart(column, before),
    column.hideBelow && HIDE[column.hideBelow],
  )

/** Classes of a cell, in the table and on the card. `before` is the column to its left. */
export const cellClass = <Row>(column: Column<Row>, before: Column<Row> | undefined): string =>
  cx(
    column.align === 'end' && 'num @min-md:text-end',
    isCut(column) && 'truncate',
    apart(column, before),
    column.unit &&
      '@max-md:after:ps-1 @max-md:after:text-12 @max-md:after:font-normal @max-md:after:text-ink-3 @max-md:after:content-[attr(data-unit)]',
    column.hideBelow && HIDE_TO_CARD[column.hideBelow],
    CARD[column.card ?? 'foot'],
    column.className,
  )
