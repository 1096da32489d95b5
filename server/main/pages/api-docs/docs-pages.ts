import { contract } from '../../../../contract/index.ts'
import { type Route, scopeOfRoute } from '../../../../contract/route.ts'
import { API_GROUPS, API_SECTIONS, type ApiGroup } from '../../../platform/http/openapi/api-groups.ts'
import { escapeHtml, NO_ICON } from '../html.ts'
import { guidesOf } from './guides.ts'
import { methodTag, type NamedRoute, operationSection, titleOf } from './operation-section.ts'

/** The last part of a group's address: credit-memos. */
export const addressOfGroup = (room: ApiGroup['room']): string =>
  room.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const routesOf = ({ room }: ApiGroup): NamedRoute[] =>
  Object.entries(contract[room] as Record<string, Route>).map(([name, route]) => ({ name, route }))

/** Returns the first page: the guides. */
export function guidePage(origin: string): string {
  const guides = guidesOf(origin)
  const body = guides
    .map(
      ({ id, title, html }) =>
        `<section class="op" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${html}</section>`,
    )
    .join('')
  return page('Quittance API', navigation(null, origin), `<h1>Quittance API</h1>${body}`)
}

/** Returns the group whose page has this last part of an address. */
export const groupAt = (address: string): ApiGroup | undefined =>
  API_GROUPS.find((one) => addressOfGroup(one.room) === address)

/** Returns the page of a group. */
export function groupPage(group: ApiGroup, origin: string): string {
  const routes = routesOf(group)
  const entries = routes.map(
    ({ name, route }) =>
      `<li><a href="#${name}">${escapeHtml(titleOf(route).title)}</a> ${methodTag(route.method)} ${scopeTag(route)}</li>`,
  )
  const sections = routes.map((one) => operationSection(one, origin)).join('')
  return page(
    `${group.title} · Quittance API`,
    navigation(group, origin),
    `<h1>${escapeHtml(group.title)}</h1><p class="lead">${escapeHtml(group.about)}</p><ul class="contents">${entries.join('')}</ul>${sections}`,
  )
}

const scopeTag = (route: Route): string => {
  const scope = scopeOfRoute(route)
  return scope === null ? '' : `<code>${scope}</code>`
}

function navigation(current: ApiGroup | null, origin: string): string {
  const guides = guidesOf(origin).map(({ id, title }) => `<li><a href="/api/docs/#${id}">${title}</a></li>`)
  const sections = API_SECTIONS.map(({ title, groups }) => {
    const links = groups.map(
      (group) =>
        `<li><a href="/api/docs/${addressOfGroup(group.room)}/"${group === current ? ' aria-current="page"' : ''}>${escapeHtml(group.title)}</a></li>`,
    )
    return `<h2>${title}</h2><ul>${links.join('')}</ul>`
  })
  return `<h2>Guides</h2><ul>${guides.join('')}</ul>${sections.join('')}`
}

/** The menu of a phone is opened by its address alone, because the page has no script. */
function page(title: string, nav: string, main: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${NO_ICON}
<link rel="stylesheet" href="/api/docs.css"></head><body><a class="skip" href="#content">Skip to content</a>
<header><a class="home" href="/api/docs/">Quittance <span>API</span></a><a class="open" href="#menu">Menu</a><a class="spec" href="/api/openapi.json">OpenAPI</a></header>
<nav id="menu" aria-label="Reference"><a class="close" href="#content">Close menu</a>${nav}</nav><main id="content" tabindex="-1">${main}</main></body></html>`
}
