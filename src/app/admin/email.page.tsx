import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { DocumentEditor } from '#features/content/documents/admin/document-editor.tsx'
import { linkablePages, useDocuments, useEditedDocument } from '#features/content/documents/admin/document-queries.ts'
import { PreviewFrame } from '#features/content/documents/admin/preview-frame.tsx'
import { call, read, toRequestError } from '#platform/client/functions.ts'
import { Button } from '#ui/button.tsx'
import { CouldNotLoad } from '#ui/could-not-load.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingSkeleton } from '#ui/loading-skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import type { Route } from './+types/email.page.ts'

/** One kind of e-mail: its sample, the owner's lines in it, and a test e-mail to the owner. */
export default function EmailPage({ params: { kind } }: Route.ComponentProps) {
  const { data, error, refetch } = useQuery({ queryKey: ['emails'], queryFn: () => read('emails') })
  useEffect(prepareToasts, [])
  const email = data?.emails.find((each) => each.kind === kind)
  return (
    <div className="pt-2 pb-8">
      <Link to="/admin/emails" className="inline-flex min-h-11 items-center">
        <span className="link">All e-mails</span>
      </Link>
      {!data && error && <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingSkeleton label="Loading the e-mail" count={4} />}
      {data && !email && <p className="mt-4 text-lead">There is no such e-mail.</p>}
      {email && (
        <>
          <h2 className="mt-2 text-title leading-tight">{email.title}</h2>
          {email.has_lines ? <OwnLines key={kind} kind={kind} /> : <Sample kind={kind} revision={0} />}
        </>
      )}
    </div>
  )
}

function OwnLines({ kind }: { kind: string }) {
  const document = useEditedDocument(`mail:${kind}`)
  const documents = useDocuments()
  const error = document.error ?? documents.error
  if (!(document.data && documents.data)) {
    if (!error) return <LoadingSkeleton label="Loading the e-mail" count={4} />
    const retry = () => void Promise.all([document.refetch(), documents.refetch()])
    return <CouldNotLoad problem={toRequestError(error).message} onRetry={retry} />
  }
  return (
    <DocumentEditor
      edited={document.data}
      pages={linkablePages(documents.data)}
      onChanged={() => document.refetch()}
      preview={(revision) => <Sample kind={kind} revision={revision} />}
    />
  )
}

/** The e-mail with invented data. `revision`: of the lines in it. */
function Sample({ kind, revision }: { kind: string; revision: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['email-sample', kind, revision],
    queryFn: () => read('email-sample', { kind }),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  if (error && !data) return <CouldNotLoad problem={toRequestError(error).message} onRetry={() => void refetch()} />
  if (!data) return <Spinner label="Loading the sample" />
  return (
    <div className="mt-3 max-w-[46rem]">
      <p className="wrap-any mb-2">
        <Label>Subject</Label> {data.subject}
      </p>
      <PreviewFrame html={data.html} title="The e-mail as it is sent" isEmail />
      <TestButton kind={kind} />
    </div>
  )
}

const Label = ({ children }: { children: ReactNode }) => <span className="label text-ink-soft">{children}</span>

function TestButton({ kind }: { kind: string }) {
  const test = useMutation({ mutationFn: () => call('send-email-test', { kind }) })
  async function send() {
    if (test.isPending) return
    try {
      const { sent_to } = await test.mutateAsync()
      await toast({ title: 'On its way', description: `The test goes to ${sent_to}.`, tone: 'success', about: 'test' })
    } catch (error) {
      await toast({ title: 'Not sent', description: toRequestError(error).message, tone: 'error', about: 'test' })
    }
  }
  return (
    <Button tone="line" aria-disabled={test.isPending} onClick={() => void send()} className="mt-4 max-sm:w-full">
      {test.isPending ? 'Sending…' : 'Send me a test'}
    </Button>
  )
}
