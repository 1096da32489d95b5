import type { FastifyInstance } from 'fastify'
import { readJson } from './json-body.ts'

const FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/csv',
  'text/plain',
  'application/vnd.ms-excel',
  'application/octet-stream',
]

/** Parses JSON and passes files through. Refuses any other content type before a handler runs. */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const type = request.headers['content-type'] ?? ''
    done(null, bytes.length === 0 ? undefined : readJson(bytes as Buffer, type))
  })
  server.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
}
