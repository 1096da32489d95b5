// Runs before the first paint, so that a chosen theme never flashes in the other one. A file, because inline scripts are refused.
;(() => {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage may be off: the system's theme then holds.
  }
})()
