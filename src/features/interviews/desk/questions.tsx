import { useState } from "react";
import { deskRequest } from "../../../platform/desk/data/desk-request.ts";
import { useData } from "../../../platform/desk/data/use-data.ts";
import { useDeskForm } from "../../../platform/desk/data/use-desk-form.ts";
import { Button } from "../../../platform/desk/ui/button.tsx";
import { TextField } from "../../../platform/desk/ui/field.tsx";
import { FormAlert, formClass, SubmitButton } from "../../../platform/desk/ui/form-controls.tsx";
import { Actions } from "../../../platform/desk/ui/panel.tsx";
import { type InterviewKit, interviewEndpoints } from "../contract/endpoints.ts";
import { interviewLimits, scoreWords } from "../contract/interviews.ts";

interface QuestionsProps {
  readonly onDone: (sentence: string) => void;
}

/** The questions of every interview, edited in one place. */
export function Questions({ onDone }: QuestionsProps) {
  const { data, reload } = useData(interviewEndpoints.kit);
  if (!data) return null;
  return (
    <QuestionForm
      key={data.version}
      kit={data}
      onSaved={() => {
        void reload();
        onDone("The questions are saved.");
      }}
    />
  );
}

interface QuestionFormProps {
  readonly kit: InterviewKit;
  readonly onSaved: () => void;
}

function QuestionForm({ kit: { version, questions }, onSaved }: QuestionFormProps) {
  const [added, setAdded] = useState(questions.length === 0 ? 1 : 0);
  const fields = [
    ...questions.map(({ id, question }) => ({ id, name: `question-${id}`, question })),
    ...Array.from({ length: added }, (_, index) => ({
      id: null,
      name: `question-new-${index}`,
      question: "",
    })),
  ];
  const { form, fieldErrors, alert, isBusy } = useDeskForm({
    check: () => ({}),
    send: (values) => {
      const given = fields.map(({ id, name }) => ({ id, question: (values[name] ?? "").trim() }));
      return deskRequest(interviewEndpoints.saveKit, {
        version,
        questions: given.filter(({ question }) => question !== ""),
      });
    },
    onDone: () => {
      setAdded(0);
      onSaved();
    },
  });
  return (
    <>
      <h2 id="interview-questions">Questions</h2>
      <p>
        Asked in every interview and scored {scoreWords.map((word) => `“${word}”`).join(", ")} on
        the application. Empty a question to remove it; scores that were given stay.
      </p>
      <form {...form} className={formClass} aria-labelledby="interview-questions">
        <FormAlert message={alert} />
        {fields.map(({ name, question }, index) => (
          <TextField
            key={name}
            id={name}
            name={name}
            label={`Question ${index + 1}`}
            autoComplete="off"
            maxLength={interviewLimits.question}
            defaultValue={question}
            error={fieldErrors[name]}
          />
        ))}
        <Actions>
          <SubmitButton isBusy={isBusy}>Save the questions</SubmitButton>
          {fields.length < interviewLimits.questions && (
            <Button look="ghost" onClick={() => setAdded(added + 1)}>
              Add a question
            </Button>
          )}
        </Actions>
      </form>
    </>
  );
}
