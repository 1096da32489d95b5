import Fastify from 'fastify'

/** The least that answers: what the product's start is measured against. `PORT=… node bench/bare-server.ts` */
const server = Fastify()
server.get('/ready/', async () => ({ status: 'ready' }))
await server.listen({ port: Number(process.env.PORT), host: 'localhost' })
