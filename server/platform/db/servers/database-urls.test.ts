import { expect, it } from 'vitest'
import { urlsOf } from './database-urls.ts'

it('leaves a URL of one server as it is', () => {
  for (const url of [
    'postgres://me:p%40ss@localhost/db',
    'postgresql://[::1]:5433/db?sslmode=require',
    'postgresql://localhost/db?host=%2Ftmp%2Fsocket&user=postgres',
    'postgres://me@a:5432/db?options=-c%20statement_timeout%3D5s',
  ])
    expect(urlsOf(url)).toEqual([url])
})

it('returns a URL for each server, with the same user, database and settings', () => {
  expect(urlsOf('postgres://me:p@ss@a:5432,b:5433,[::1]/db?sslmode=require')).toEqual([
    'postgres://me:p@ss@a:5432/db?sslmode=require',
    'postgres://me:p@ss@b:5433/db?sslmode=require',
    'postgres://me:p@ss@[::1]/db?sslmode=require',
  ])
  expect(urlsOf('postgres://me@a,b/db?target_session_attrs=read-write')).toEqual([
    'postgres://me@a/db',
    'postgres://me@b/db',
  ])
})

it('refuses what it can’t use in a sentence without the password', () => {
  const problemOf = (url: string): string => {
    try {
      return urlsOf(url).join()
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(problemOf('mysql://me:hunter2@a/db')).toMatch(/^has to look like postgres:/)
  expect(problemOf('postgres://me:hunter2@a:port/db')).toMatch(/^has to look like postgres:/)
  expect(problemOf('postgres://me:hunter2@a,b/db?target_session_attrs=standby')).toMatch(
    /^has target_session_attrs=standby/,
  )
  expect(problemOf('postgres://me:hunter2@a,a/db')).toBe('names a server twice.')
})
