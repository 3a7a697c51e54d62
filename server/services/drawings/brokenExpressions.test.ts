import { makeComponent, newDrawing, getOwnComponents } from '@mimic/engine/document'
import { expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { findBrokenExpressions } from './brokenExpressions.ts'

const bound = (name: string, prop: string, source: string) =>
  makeComponent({
    type: 'rect',
    name,
    x: 0,
    y: 0,
    width: 10,
    height: 10,
    props: {},
    bindings: [{ prop, tag: 'street/pole-001/power', via: { kind: 'expression', source } }],
  })

it('names component, property and place of each expression that cannot be evaluated', () => {
  const components = [
    bound('Tank', 'opacity', 'twice(value)'),
    bound('Pump', 'opacity', 'value * 2'),
    bound('Valve', 'angleDeg', 'value +'),
    bound('Pipe', 'width', '"wide"'),
  ]
  expect(
    findBrokenExpressions({ components }).map(({ path, code, component, prop, words }) => [
      path,
      code,
      component?.name,
      prop,
      words?.zh,
    ]),
  ).toEqual([
    ['drawing.components.0.bindings.0.via.source', 'expression.syntax', 'Tank', 'opacity', '没有函数“twice”'],
    ['drawing.components.2.bindings.0.via.source', 'expression.syntax', 'Valve', 'angleDeg', '表达式不完整'],
    ['drawing.components.3.bindings.0.via.source', 'expression.type', 'Pipe', 'width', '该属性需要数值，而此处是文本'],
  ])
})

it('limits its results, and finds nothing in a drawing with valid expressions', () => {
  expect(
    findBrokenExpressions({
      components: Array.from({ length: limits.drawing.warnings + 5 }, (_, index) =>
        bound(`Box ${index}`, 'opacity', 'value +'),
      ),
    }),
  ).toHaveLength(limits.drawing.warnings)
  expect(findBrokenExpressions({ components: getOwnComponents(newDrawing('Empty')) })).toEqual([])
})
