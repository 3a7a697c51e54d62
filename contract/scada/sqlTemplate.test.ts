import { describe, expect, it } from 'vitest'
import { parseSqlTemplate, sqlTemplateFault } from './sqlTemplate.ts'

describe('placeholders of an SQL statement', () => {
  it.each([
    ['insert into t values (${a}, ${b})', ['insert into t values (', ', ', ')'], ['a', 'b']],
    ['insert into t values (\'${a}\', "${b}");', ['insert into t values (', ', ', ')'], ['a', 'b']],
    ["values ('it''s', ${ a })", ["values ('it''s', ", ')'], ['a']],
    [
      'select 1 -- a comment; with a ; and "\nwhere x = ${温度}',
      ['select 1 -- a comment; with a ; and "\nwhere x = ', ''],
      ['温度'],
    ],
    ['select $$ ; $$, ${a}', ['select $$ ; $$, ', ''], ['a']],
    ['select 1', ['select 1'], []],
  ])('become parameters: %s', (statement, texts, names) => {
    expect(parseSqlTemplate(statement)).toEqual({ texts, names })
  })

  it.each([
    ["insert into t values ('at ${a}')", 'becomes a parameter'],
    ['insert into "t${a}" values (1)', 'becomes a parameter'],
    ['select 1 /* ${a} */', 'becomes a parameter'],
    ['select $$${a}$$', 'becomes a parameter'],
    ['insert into t values (${a}); drop table t', 'Only one statement'],
    ["select 'open", 'not closed'],
    ['select ${a b}', 'Not a placeholder'],
    ['select ${}', 'Not a placeholder'],
    [' ; ', 'empty'],
  ])('are refused where they would be text: %s', (statement, fault) => {
    expect(sqlTemplateFault(statement)?.en).toContain(fault)
    expect(sqlTemplateFault(statement)?.zh).toMatch(/\p{Script=Han}/u)
  })
})
