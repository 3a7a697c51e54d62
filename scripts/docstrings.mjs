// Reports exported functions, classes, interfaces and types of engine/ and contract/ without a docstring. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'vite'

const root = resolve(import.meta.dirname ?? '.', '..')
const kinds = new Set(['FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration'])
