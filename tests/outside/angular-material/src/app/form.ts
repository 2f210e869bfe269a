import { Component } from '@angular/core';
import { MatFormFieldModule } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';

@Component({
  imports: [MatFormFieldModule, MatInput],
  selector: 'app-form',
  template: `<h1>Form</h1><mat-form-field><input matInput data-testid="draft" /></mat-form-field>`,
})
export class Form {}
