/** Returns the name of the CSV file with the skipped rows of an imported file, such as 'june - skipped rows.csv'. */
export const skippedRowsFileName = (importedName: string): string =>
  `${importedName.replace(/\.[^.]{1,5}$/, '')} - skipped rows.csv`
