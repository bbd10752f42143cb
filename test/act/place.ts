import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bundleFile } from '../launcher/bundle.js'
import { REPOSITORY } from '../stand-in/events.js'
import { EXAMPLE } from '../stand-in/service/scenario.js'
import type { Recipe } from './pages.ts'

const HERE = import.meta.dirname
const WORKFLOWS = '.github/workflows'

/** A folder in which act runs: the repository of the workflows, commands for their steps. */
export interface Place {
  folder: string
  repository: string
  commands: string
}

/** A repository with the action, the workflows and a small suite of tests, and commands for the recipes. */
export function makePlace(folder: string, recipes: readonly Recipe[]): Place {
  const [repository = '', commands = ''] = ['repository', 'commands'].map(name => {
    const made = path.join(folder, name)
    fs.mkdirSync(made)
    return made
  })
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(repository, file)), { recursive: true })
    fs.writeFileSync(path.join(repository, file), text)
  }
  fs.copyFileSync(path.join(HERE, '../../action.yml'), path.join(repository, 'action.yml'))
  fs.cpSync(path.dirname(bundleFile()), path.join(repository, 'dist'), { recursive: true })
  const own = fs.readdirSync(HERE).filter(name => name.endsWith('.yml'))
  for (const name of own) write(path.join(WORKFLOWS, name), fs.readFileSync(path.join(HERE, name), 'utf8'))
  for (const { name, text } of recipes) write(workflowFile(name), text)
  write('shop.test.js', fs.readFileSync(path.join(HERE, 'shop.test.js.txt'), 'utf8'))

  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch', EXAMPLE.branch)
  git('remote', 'add', 'origin', `https://${EXAMPLE.repo.host}/${REPOSITORY}.git`)
  git('add', '--all', '--force')
  git('-c', 'user.name=Runner', '-c', 'user.email=runner@example.com', 'commit', '--quiet', '--message', 'Everything')

  fs.symlinkSync(process.execPath, path.join(commands, 'node'))
  fs.copyFileSync(path.join(HERE, 'make.sh'), path.join(commands, 'make'))
  fs.writeFileSync(path.join(commands, 'gh'), '#!/bin/sh\necho "asked GitHub to $*"\n')
  for (const name of ['make', 'gh']) fs.chmodSync(path.join(commands, name), 0o755)
  return { folder, repository, commands }
}

/** The path of a workflow in the repository, by its name or by its file in test/act. */
export function workflowFile(workflow: string): string {
  const file = /\.ya?ml$/.test(workflow)
    ? workflow
    : `recipe-${workflow.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.yml`
  return path.join(WORKFLOWS, file)
}
