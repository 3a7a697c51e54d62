import type { Field } from '../schema/index.ts'
import type { Fault } from './faults.ts'
import { faultWords } from './faults.ts'
import { kinds } from './functions.ts'
import type { Node } from './parseExpression.ts'

const arithmetic = kinds.number | kinds.flag
const any = arithmetic | kinds.text

/**
 * Finds operations that can never give a result, such as a text times a number. `value` and tags can have any type, so
 * only certain faults are reported. `field` is the property that receives the result.
 */
export function findKindFaults(tree: Node, field?: Field): readonly Fault[] {
  const faults: Fault[] = []
  const result = inferKinds(tree, faults)
  const acceptedKinds = field ? getFieldKinds(field) : any
  if (result !== 0 && (result & acceptedKinds) === 0) {
    faults.push(typeFault(tree, acceptedKinds === kinds.text ? faultWords.wantsText : faultWords.wantsNumber))
  }
  return faults
}

/** Bit set of operand kinds that a field accepts. */
function getFieldKinds(field: Field): number {
  switch (field.kind) {
    case 'number':
    case 'flag':
      return arithmetic
    case 'color':
      return kinds.text
    default:
      return any
  }
}

/** Bit set of the possible kinds of a node. Appends type faults to `faults`. */
function inferKinds(node: Node, faults: Fault[]): number {
  const demand = (child: Node, words: Fault['words']): void => {
    const kind = inferKinds(child, faults)
    if (kind === kinds.text) faults.push(typeFault(child, words))
  }
  switch (node.kind) {
    case 'constant':
      return getOperandKind(node.operand)
    case 'tag':
      return any
    case 'unary':
      demand(node.operand, node.sign === '!' ? faultWords.condition : faultWords.numberForSign(node.sign))
      return node.sign === '!' ? kinds.flag : kinds.number
    case 'choose':
      demand(node.condition, faultWords.condition)
      return inferKinds(node.chosen, faults) | inferKinds(node.otherwise, faults)
    case 'binary':
      return inferBinaryKinds(node, faults, demand)
    case 'call':
      return inferCallKinds(node, faults)
  }
}

function inferBinaryKinds(
  node: Node & { readonly kind: 'binary' },
  faults: Fault[],
  demand: (child: Node, words: Fault['words']) => void,
): number {
  const { sign, left, right } = node
  switch (sign) {
    case '+': {
      const [a, b] = [inferKinds(left, faults), inferKinds(right, faults)]
      if (a === 0 || b === 0) return 0
      const joins = (a | b) & kinds.text ? kinds.text : 0
      return a & arithmetic && b & arithmetic ? joins | kinds.number : joins
    }
    case '==':
    case '!=': {
      const [a, b] = [inferKinds(left, faults), inferKinds(right, faults)]
      const canMeet = (a & arithmetic && b & arithmetic) || a & b & kinds.text
      if (isNull(left) || isNull(right)) faults.push({ ...typeFault(node, faultWords.equalsNull), kind: 'idle' })
      else if (a !== 0 && b !== 0 && !canMeet) faults.push(typeFault(node, faultWords.equality))
      return kinds.flag
    }
    case '&&':
    case '||':
      demand(left, faultWords.condition)
      demand(right, faultWords.condition)
      return kinds.flag
    default:
      demand(left, faultWords.numberForSign(sign))
      demand(right, faultWords.numberForSign(sign))
      return sign.startsWith('<') || sign.startsWith('>') ? kinds.flag : kinds.number
  }
}

function inferCallKinds({ name, callee, args }: Node & { readonly kind: 'call' }, faults: Fault[]): number {
  if (callee.testedQuality !== undefined) {
    for (const arg of args) if (arg.kind !== 'tag') faults.push(typeFault(arg, faultWords.asked))
    return kinds.flag
  }
  return callee.resultKinds(
    args.map((arg, index) => {
      const kind = inferKinds(arg, faults)
      const isRight = kind === 0 || (kind & callee.argumentKinds(index, args.length)) !== 0
      if (!isRight)
        faults.push(typeFault(arg, name === 'if' ? faultWords.condition : faultWords.numberForFunction(name)))
      return kind
    }),
  )
}

const isNull = (node: Node): boolean => node.kind === 'constant' && node.operand === undefined

function getOperandKind(operand: unknown): number {
  if (operand === undefined) return 0
  return typeof operand === 'string' ? kinds.text : typeof operand === 'boolean' ? kinds.flag : kinds.number
}

const typeFault = ({ from, to }: Node, words: Fault['words']): Fault => ({
  kind: 'type',
  from,
  to,
  words,
  isIncomplete: false,
})
