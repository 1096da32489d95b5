import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { consumeRateLimit } from '../../platform/auth/rate-limit.ts'
import type { App } from '../../platform/context.ts'
import { readJson } from '../../platform/http/json-body.ts'
import { networkOf } from '../../platform/network.ts'
import { refuse } from '../../platform/refusal.ts'

/** Endpoint for browsers' reports of policy violations. */
export const VIOLATION_REPORTS = '/api/violation-reports/'

const TYPES = ['application/csp-report', 'application/reports+json']
const LARGEST_BYTES = 32 * 1024
const MAX_BATCH = 20
const MOST = 60
const WINDOW_S = 15 * 60

const text = z.string().max(4000).default('')

/** Format of `report-uri`: one violation. */
const single = z.object({
  'csp-report': z.object({ 'document-uri': text, 'effective-directive': text, 'blocked-uri': text }),
})
/** Format of `report-to`: several reports, also of other kinds. */
const several = z
  .array(
    z.object({
      type: text,
      body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }).catch({
        documentURL: '',
        effectiveDirective: '',
        blockedURL: '',
      }),
    }),
  )
  .max(MAX_BATCH)

interface Violation {
  readonly page: string
  readonly directive: string
  readonly blocked: string
}

/**
 * POST /api/violation-reports/ writes browsers' reports to the log and the metrics. It has no other effect.
 */
export async function addViolationReports(server: FastifyInstance, app: App): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer' }, (request, bytes, done) =>
      done(null, readJson(bytes as Buffer, request.headers['content-type'] ?? '')),
    )
    scope.post(VIOLATION_REPORTS, { bodyLimit: LARGEST_BYTES }, async (request, reply) => {
      await consumeRateLimit(app, `violation reports ${networkOf(request.ip)}`, MOST, WINDOW_S)
      for (const { page, directive, blocked } of violationsIn(request.body)) {
        app.metrics.policyViolations.inc({ directive: labelOf(directive) })
        app.log.warn('page policy violated', { page, directive: labelOf(directive), blocked })
      }
      return reply.code(204).send()
    })
  })
}

function violationsIn(body: unknown): Violation[] {
  const one = single.safeParse(body)
  if (one.success) {
    const report = one.data['csp-report']
    return [violation(report['document-uri'], report['effective-directive'], report['blocked-uri'])]
  }
  const many = several.safeParse(body)
  if (!many.success) throw refuse('malformed_request')
  return many.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: { documentURL, effectiveDirective, blockedURL } }) =>
      violation(documentURL, effectiveDirective, blockedURL),
    )
}

const violation = (page: string, directive: string, blocked: string): Violation => ({
  page: addressOf(page, 'pathname'),
  directive,
  blocked: addressOf(blocked, 'origin'),
})

/** Returns the part of an address without secrets, because a link's token follows the path. */
function addressOf(address: string, part: 'pathname' | 'origin'): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url[part].slice(0, 200)
  // 'inline', 'eval', or a scheme other than http: 'data', 'blob'.
  return /^[a-z-]{1,30}/.exec(address)?.[0] ?? ''
}

const DIRECTIVES = new Set([
  ...['default', 'script', 'style', 'img', 'font', 'connect', 'frame', 'worker', 'object'].map(
    (of) => `${of}-src`,
  ),
  ...['script-src-elem', 'script-src-attr', 'style-src-elem', 'style-src-attr'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'require-trusted-types-for'],
])

/** Maps unknown directives to 'other', because anybody can send any text as a label. */
const labelOf = (directive: string): string => (DIRECTIVES.has(directive) ? directive : 'other')
