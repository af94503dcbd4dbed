import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle, Minus } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#base/counts.ts'
import { call, toRequestError } from '#platform/client/functions.ts'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { useQuestions } from '#ui/question-dialog.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { MailDomain } from './mail-domain-records.tsx'
import type { StartList } from './start.contract.ts'
import { startQuery } from './start-line.tsx'

type Step = StartList['steps'][number]

/** What the shop needs before it sells: each step done, missing, or why not yet, and where it is done. */
export default function StartPage() {
  const { data, error, refetch } = useQuery({
    ...startQuery,
    // An e-mail is on its way for seconds.
    refetchInterval: ({ state }) => (state.data?.test_email === 'waiting' ? 2_000 : 30_000),
  })
  useEffect(prepareToasts, [])
  if (!data && error)
    return (
      <CouldNotLoad problem={`The checklist couldn’t be loaded. ${error.message}`} onRetry={() => void refetch()} />
    )
  if (!data) return <LoadingSkeleton label="Loading the checklist" count={8} />
  const done = data.steps.filter(({ state }) => state === 'done').length
  return (
    <div className="max-w-[52rem] pt-[clamp(1rem,3vw,2.5rem)] pb-10">
      <p className="max-w-[36em] text-ink-soft">
        {done === data.steps.length
          ? 'Everything is done.'
          : `${done} of ${data.steps.length} steps are done. Each says where to do it; the order is up to you.`}
      </p>
      <ol aria-label="Checklist" className="mt-4 border-line border-t">
        {data.steps.map((step) => (
          <StepEntry key={step.id} step={step} list={data} />
        ))}
      </ol>
    </div>
  )
}

const marks = {
  done: { Icon: Check, label: 'Done', look: 'text-ink-soft' },
  missing: { Icon: Circle, label: 'Missing', look: 'text-mulberry' },
  blocked: { Icon: Minus, label: 'Not yet', look: 'text-ink-soft' },
} as const

function StepEntry({ step, list }: { step: Step; list: StartList }) {
  const { id, title, state, reason, to } = step
  const examples = list.example_garments
  // Of an e-mail that has not left, there is nothing to confirm.
  const canConfirm = state === 'done' || (id === 'email' ? list.test_email === 'sent' : state === 'missing')
  const { Icon, label, look } = marks[state]
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-3 border-line border-b py-4 sm:grid-cols-[1.75rem_1fr_auto]">
      <Icon aria-hidden="true" strokeWidth={1.5} className={`mt-1 size-5 ${look}`} />
      <div className="min-w-0">
        <h2 className="font-serif text-lead leading-tight">
          {title}
          <span className="sr-only">: {label}</span>
        </h2>
        <p className="wrap-any mt-1 max-w-[38em] text-ink-soft">{reason}</p>
        {id === 'email' && state !== 'blocked' && <MailDomain />}
      </div>
      <div className="col-start-2 flex flex-wrap items-start gap-x-6 sm:col-start-3 sm:flex-col sm:items-end">
        {to && state !== 'blocked' && (
          <Link to={to} className="inline-flex min-h-11 items-center text-mulberry">
            <span className="link">{state === 'done' ? 'Look at it' : 'Do this'}</span>
            <span className="sr-only">: {title}</span>
          </Link>
        )}
        {id === 'email' && state === 'missing' && <SendTestEmail />}
        {canConfirm && <Confirm step={step} />}
        {id === 'garment' && examples > 0 && <DeleteExamples count={examples} />}
      </div>
    </li>
  )
}

const listOf = ({ steps, example_garments, test_email }: StartList): StartList => ({
  steps,
  example_garments,
  test_email,
})

/** Runs a change of the list, shows what it answers, and says why where it fails. */
function useChange<Answer extends StartList>(change: () => Promise<Answer>, onDone?: (answer: Answer) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(answer) {
      client.setQueryData(startQuery.queryKey, listOf(answer))
      onDone?.(answer)
    },
    onError: (error) =>
      void toast({
        title: 'That didn’t work',
        description: toRequestError(error).message,
        tone: 'error',
        about: 'start',
      }),
  })
}

const confirmLabels = {
  look: 'Keep it as it is',
  sizes: 'They fit',
  delivery: 'They are right',
  policies: 'I have read them',
  email: 'It arrived',
} as const

function Confirm({ step: { confirms, state, title } }: { step: Step }) {
  const isDone = state === 'done'
  const { mutate, isPending } = useChange(() => call('confirm-step', { step: confirms ?? 'sizes', confirmed: !isDone }))
  if (!confirms) return null
  return (
    <TextButton aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      {isDone ? 'Check again' : confirmLabels[confirms]}
      <span className="sr-only">: {title}</span>
    </TextButton>
  )
}

function SendTestEmail() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('send-email-test', { kind: 'order_confirmation' }),
    onSuccess: async ({ sent_to }) => {
      await client.invalidateQueries({ queryKey: startQuery.queryKey })
      void toast({
        title: 'A test e-mail is on its way',
        description: `To ${sent_to}.`,
        tone: 'success',
        about: 'start',
      })
    },
    onError: (error) =>
      void toast({ title: 'Not sent', description: toRequestError(error).message, tone: 'error', about: 'start' }),
  })
  return (
    <TextButton aria-disabled={isPending} onClick={() => !isPending && mutate()}>
      {isPending ? 'Sending…' : 'Send me a test e-mail'}
    </TextButton>
  )
}

function DeleteExamples({ count }: { count: number }) {
  const { ask, dialog } = useQuestions()
  const garments = counted(count, 'example garment', 'example garments')
  const { mutate, isPending } = useChange(
    () => call('delete-example-garments', {}),
    ({ deleted }) =>
      void toast({
        title: `${counted(deleted, 'garment is', 'garments are')} deleted`,
        description: 'They are among the deleted products, where each can be restored.',
        tone: 'success',
        about: 'start',
      }),
  )
  async function remove() {
    const body = ['Garments whose name or words you have changed are yours, and stay. Orders keep what was bought.']
    if (await ask({ title: `Delete ${garments}?`, body, choices: [{ id: 'delete', label: 'Delete them' }] })) mutate()
  }
  return (
    <>
      <TextButton aria-disabled={isPending} onClick={() => !isPending && void remove()}>
        Delete the examples
      </TextButton>
      {dialog}
    </>
  )
}
