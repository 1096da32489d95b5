export type Selection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Names a row for its checkbox: 'INV-1912'. */
  name: (row: Row) => string
  canSelect?: ((row: Row) => boolean) | undefined
}
