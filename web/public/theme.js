// Runs before the first paint, so that the chosen theme never flashes. A file, because inline scripts are
// refused.
;(() => {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Without storage, the system's theme applies.
  }
})()
