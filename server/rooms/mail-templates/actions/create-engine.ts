import { Liquid } from 'liquidjs'

/** Liquid tags that read files, and filters that leave the text or run longer than the limits. */
const REFUSED_TAGS = ['render', 'include', 'layout', 'block', 'liquid', 'raw']
const REFUSED_FILTERS = ['raw', 'json', 'inspect']

/** Creates a Liquid engine that reads no files and stops at limits of time, length and memory. */
export function createEngine(): Liquid {
  const liquid = new Liquid({
    templates: {},
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    // Without escaping, because the mail's layout escapes the whole text.
    parseLimit: 20_000,
    // In ms of wall time, of which a busy machine takes its share: far above what a text needs, which is less than 1.
    renderLimit: 2_000,
    memoryLimit: 1_000_000,
  })
  for (const name of REFUSED_TAGS) delete liquid.tags[name]
  const refused = Object.keys(liquid.filters).filter((name) => name.endsWith('_exp'))
  for (const name of [...REFUSED_FILTERS, ...refused]) delete liquid.filters[name]
  return liquid
}
